// Elements of the page.

/** An element with attributes, and what is in it. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

let labels = 0;

/** A control with its label in front. */
export function labelled<E extends HTMLElement>(text: string, control: E): HTMLElement {
  control.id ||= `control-${labels++}`;
  return element('span', { class: 'field' }, element('label', { for: control.id }, text), control);
}

export function button(text: string, pressed: () => void, attributes: Readonly<Record<string, string>> = {}) {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', pressed);
  return made;
}

/** Fills a list to choose from; what was chosen stays, if it is still there. */
export function offer(
  list: HTMLSelectElement,
  options: readonly (readonly [value: string, text: string])[],
  chosen = list.value,
): void {
  list.replaceChildren(...options.map(([value, text]) => element('option', { value }, text)));
  list.value = options.some(([value]) => value === chosen) ? chosen : (options[0]?.[0] ?? '');
}
