// Which instantiation of a template a reader wants to see. It is said beside the document, and changes nothing in it.

/** One choice: of the `nth` template of a name in a document, counted from 0, the instantiation with a label. */
export interface Choice {
  readonly template: string;
  readonly nth: number;
  /** `<half_t,128>`, as in `TemplateInstantiation`. */
  readonly label: string;
}

/** The label that is chosen of a template; null: none. */
export const chosenLabel = (
  choices: readonly Choice[],
  { template, nth }: Omit<Choice, 'label'>,
): string | null =>
  choices.find((choice) => choice.template === template && choice.nth === nth)?.label ?? null;
