const END_OF_HEAD = Buffer.from('\r\n\r\n')

/**
 * Reads HTTP/1.1 answers of a keep-alive connection as they come, by their Content-Length; tells status and length of each body.
 * Throws on an answer without a length.
 */
export class ResponseReader {
  readonly #told: (status: number, length: number) => void
  #head: Buffer | null = null
  #status = 0
  #length = 0
  #left = -1

  constructor(told: (status: number, length: number) => void) {
    this.#told = told
  }

  read(chunk: Buffer): void {
    let rest = chunk
    while (rest.length > 0) {
      if (this.#left < 0) {
        const head = this.#head ? Buffer.concat([this.#head, rest]) : rest
        const end = head.indexOf(END_OF_HEAD)
        if (end < 0) {
          this.#head = head
          return
        }
        this.#open(head.toString('latin1', 0, end))
        this.#head = null
        rest = head.subarray(end + END_OF_HEAD.length)
      }
      const taken = Math.min(this.#left, rest.length)
      this.#left -= taken
      rest = rest.subarray(taken)
      if (this.#left > 0) return
      this.#left = -1
      this.#told(this.#status, this.#length)
    }
  }

  #open(head: string): void {
    this.#status = Number(head.slice(9, 12))
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined && this.#status !== 304) throw new Error(`an answer without a length: ${head.slice(0, 200)}`)
    this.#length = this.#left = Number(length ?? 0)
  }
}
