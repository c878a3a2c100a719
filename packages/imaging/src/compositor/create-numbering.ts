/** Creates a function that gives every object a unique number, which can represent it in a key or a message. */
export function createNumbering(): (object: object) => number {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (object) => {
    const number = numbers.get(object) ?? ++last;
    numbers.set(object, number);
    return number;
  };
}
