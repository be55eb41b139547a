/** A reply as its JSON text in UTF-8, for answers that many ask for. `T` is what the text says. */
export class ReadyJson<T> {
  readonly bytes: Uint8Array
  readonly says?: T
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}
