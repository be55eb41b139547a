/** OID of int8: amounts, ids of events and what count(*) answers. */
export const INT8 = 20

/** An int8 as a number, the same on both engines (drivers answer with text, a number or a bigint). Throws RangeError where it would not be exact. */
export const readInt8 = (text: string): number => {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`${text} is no exact number`)
}
