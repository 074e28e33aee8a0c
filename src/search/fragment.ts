/** A part of an SQL statement with the values of its question marks, in order. */
export interface Fragment {
  readonly text: string;
  readonly values: readonly (string | number)[];
  /** Whether it has a list that a statement computes once, which is slow for a single row. */
  readonly hasList?: boolean;
}

export const TRUE: Fragment = { text: '1', values: [] };
export const FALSE: Fragment = { text: '0', values: [] };

/** The text must not contain user input, which belongs in `values`. */
export function fragment(text: string, ...values: (string | number)[]): Fragment {
  return { text, values };
}

/** A fragment with a list: `IN (SELECT …)`. */
export function listed(text: string, ...values: (string | number)[]): Fragment {
  return { text, values, hasList: true };
}

export function constant(isTrue: boolean): Fragment {
  return isTrue ? TRUE : FALSE;
}

export function both(fragments: readonly Fragment[]): Fragment {
  return joined(fragments, { operator: ' AND ', neutral: TRUE, absorbing: FALSE });
}

export function either(fragments: readonly Fragment[]): Fragment {
  return joined(fragments, { operator: ' OR ', neutral: FALSE, absorbing: TRUE });
}

/** Treats NULL as false, so that NOT also returns rows where the condition is NULL. */
export function negated(condition: Fragment): Fragment {
  if (condition === TRUE || condition === FALSE) {
    return constant(condition === FALSE);
  }
  return { ...condition, text: `NOT coalesce((${condition.text}), 0)` };
}

interface Joining {
  readonly operator: string;
  readonly neutral: Fragment;
  readonly absorbing: Fragment;
}

function joined(fragments: readonly Fragment[], { operator, neutral, absorbing }: Joining): Fragment {
  const parts = fragments.filter((part) => part !== neutral);
  const [first = neutral] = parts;
  if (parts.includes(absorbing)) {
    return absorbing;
  }
  if (parts.length < 2) {
    return first;
  }
  return {
    text: `(${parts.map((part) => part.text).join(operator)})`,
    values: parts.flatMap((part) => part.values),
    ...(parts.some((part) => part.hasList === true) ? { hasList: true } : {}),
  };
}
