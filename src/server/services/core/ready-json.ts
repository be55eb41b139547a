/**
 * A reply as its JSON text, for answers that many ask for: pieces of UTF-8, and strings of plain ASCII where they differ. `T` is what the
 * text says.
 */
export class ReadyJson<T> {
  readonly parts: readonly (Uint8Array | string)[]
  readonly says?: T
  constructor(parts: readonly (Uint8Array | string)[]) {
    this.parts = parts
  }
}

/** All parts in one piece of memory, each written once. */
export const joinParts = (parts: readonly (Uint8Array | string)[]): Buffer<ArrayBuffer> => {
  const whole = Buffer.allocUnsafe(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    if (typeof part === 'string') whole.write(part, at, 'latin1')
    else whole.set(part, at)
    at += part.length
  }
  return whole
}
