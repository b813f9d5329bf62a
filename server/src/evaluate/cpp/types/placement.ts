// Where the parts of an object lie, by the Itanium C++ ABI (2.4), which nvcc, g++ and clang++ follow on Linux. Sizes, offsets
// and alignments are in bytes.

/** How an object of a type lies in memory. */
export interface ObjectLayout {
  readonly size: number;
  readonly alignment: number;
  /**
   * From where on a class that is derived from it may have its own members: at the least and at the most. Only of a POD
   * it is behind its size, and that is not told here.
   */
  readonly reach: readonly [least: number, most: number];
  /** Whether it is a class without data, `std::is_empty`. */
  readonly isEmpty: boolean;
  /** The objects of empty classes in it, itself included: two of one class are never at one address. */
  readonly empties: readonly EmptyObject[];
}

interface EmptyObject {
  /** Null: of the library, which one is not told. */
  readonly type: string | null;
  readonly offset: number;
}

/** An object that has all of its size to itself. */
export const whole = (size: number, alignment: number): ObjectLayout => ({
  size,
  alignment,
  reach: [size, size],
  isEmpty: false,
  empties: NO_EMPTIES,
});

const NO_EMPTIES: readonly EmptyObject[] = [];

/** An object of an empty class of the library. */
export const EMPTY: ObjectLayout = {
  size: 1,
  alignment: 1,
  reach: [0, 1],
  isEmpty: true,
  empties: [{ type: null, offset: 0 }],
};

/** The next multiple. */
export const aligned = (offset: number, alignment: number): number =>
  Math.ceil(offset / alignment) * alignment;

/** So many elements, at least one; null: too many objects of empty classes. */
export function arrayLayout(element: ObjectLayout, count: number): ObjectLayout | null {
  const { size, alignment, empties } = element;
  if (empties.length * count > MOST_EMPTIES) return null;
  const all =
    empties.length === 0
      ? NO_EMPTIES
      : Array.from({ length: count }, (_, i) => movedBy(empties, i * size)).flat();
  return { ...whole(size * count, alignment), empties: all };
}

const MOST_EMPTIES = 256;

const movedBy = (empties: readonly EmptyObject[], by: number): readonly EmptyObject[] =>
  by === 0 ? empties : empties.map(({ type, offset }) => ({ type, offset: offset + by }));

/** Puts the bases and members of a class into it, in their order. */
export class ClassPlacement {
  #size = 0;
  #reach: ObjectLayout['reach'] = [0, 0];
  #alignment = 1;
  #isEmpty = true;
  #empties: readonly EmptyObject[] = NO_EMPTIES;
  #isTold = true;

  addBase(base: ObjectLayout): void {
    if (base.isEmpty) this.#placeEmptyBase(base);
    else this.#place(base, base.reach);
  }

  /** At the beginning, or where the next byte is free. */
  #placeEmptyBase(base: ObjectLayout): void {
    let offset = 0;
    if (this.#isTaken(base, offset)) {
      if (base.alignment > 1 || this.#reach[0] !== this.#reach[1]) this.#isTold = false;
      offset = this.#reach[0];
      while (this.#isTaken(base, offset)) offset++;
    }
    this.#note(base, offset);
  }

  /** `alignment`: what is asked for besides what its type has. Where it lies; null where that is not told. */
  addMember(member: ObjectLayout, alignment = 1): number | null {
    const least = Math.max(member.alignment, alignment);
    const offset = this.#place({ ...member, alignment: least }, [member.size, member.size]);
    return this.#isTold ? offset : null;
  }

  /** A member of a union: all of them lie where it begins. */
  addAlternative(member: ObjectLayout, alignment = 1): void {
    this.#note({ ...member, alignment: Math.max(member.alignment, alignment) }, 0);
    const end = Math.max(this.#reach[0], member.size);
    this.#reach = [end, end];
    this.#isEmpty = false;
  }

  #place(part: ObjectLayout, [least, most]: ObjectLayout['reach']): number {
    const [first, last] = this.#reach.map((end) => aligned(end, part.alignment)) as [number, number];
    if (first !== last) this.#isTold = false;
    let offset = first;
    while (this.#isTaken(part, offset)) offset += part.alignment;
    this.#note(part, offset);
    this.#reach = [offset + least, offset + most];
    this.#isEmpty = false;
    return offset;
  }

  #note({ empties, alignment, size }: ObjectLayout, offset: number): void {
    this.#empties = [...this.#empties, ...movedBy(empties, offset)];
    if (this.#empties.length > MOST_EMPTIES) this.#isTold = false;
    this.#alignment = Math.max(this.#alignment, alignment);
    this.#size = Math.max(this.#size, offset + size);
  }

  #isTaken({ empties }: ObjectLayout, by: number): boolean {
    const there = empties.flatMap(({ type, offset }) =>
      this.#empties.filter((other) => other.type === type && other.offset === offset + by),
    );
    if (there.some(({ type }) => type === null)) this.#isTold = false;
    return this.#isTold && there.length > 0;
  }

  /** The whole class; null where it is not known. `type`: what tells it from others; `alignment`: what is asked for of it. */
  layout(type: string | null, alignment = 1): ObjectLayout | null {
    if (!this.#isTold) return null;
    const all = Math.max(this.#alignment, alignment);
    const size = aligned(Math.max(this.#size, this.#reach[1], 1), all);
    return {
      size,
      alignment: all,
      reach: [this.#reach[0], size],
      isEmpty: this.#isEmpty,
      empties: this.#isEmpty ? [{ type, offset: 0 }, ...this.#empties] : this.#empties,
    };
  }
}
