/**
 * A reply as serialised JSON, for answers that many callers share: UTF-8 chunks, and ASCII strings where they differ. `T` is the type of
 * the reply.
 */
export class ReadyJson<T> {
  readonly parts: readonly (Uint8Array | string)[]
  readonly replyType?: T
  constructor(parts: readonly (Uint8Array | string)[]) {
    this.parts = parts
  }
}

/** Concatenates all parts into one buffer, copying each once. */
export const joinParts = (parts: readonly (Uint8Array | string)[]): Buffer<ArrayBuffer> => {
  const buffer = Buffer.allocUnsafe(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    if (typeof part === 'string') buffer.write(part, at, 'latin1')
    else buffer.set(part, at)
    at += part.length
  }
  return buffer
}
