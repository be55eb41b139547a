/** OID of int8: amounts, ids of events and results of count(*). */
export const INT8 = 20

/** Parses an int8 to a number on both engines. Throws RangeError when it is not exact. */
export const readInt8 = (text: string): number => {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`${text} is no exact number`)
}
