const ALPHABET_SIZE = 128
const EDGE = ' '.charCodeAt(0)
/** Smoothing: the count assumed for unseen pairs, and the number of sounds. */
const UNSEEN_COUNT = 0.3
const SOUND_COUNT = 30

const eachPair = (word: string, visit: (first: number, second: number) => void): void => {
  let first = EDGE
  for (let at = 0; at <= word.length; at += 1) {
    const second = at === word.length ? EDGE : Math.min(ALPHABET_SIZE - 1, word.charCodeAt(at))
    visit(first, second)
    first = second
  }
}

/** Bigram model of the sounds in the market's words. */
export class Fluency {
  private readonly pairs = new Float64Array(ALPHABET_SIZE * ALPHABET_SIZE)
  private readonly firsts = new Float64Array(ALPHABET_SIZE)

  add(word: string): void {
    eachPair(word, (first, second) => {
      this.pairs[first * ALPHABET_SIZE + second] = (this.pairs[first * ALPHABET_SIZE + second] ?? 0) + 1
      this.firsts[first] = (this.firsts[first] ?? 0) + 1
    })
  }

  /** Returns the mean log probability of each sound after the previous one: about -2.5 for words, -4 for text in a wrong layout. */
  of(word: string): number {
    let sum = 0
    eachPair(word, (first, second) => {
      sum += Math.log(
        ((this.pairs[first * ALPHABET_SIZE + second] ?? 0) + UNSEEN_COUNT) / ((this.firsts[first] ?? 0) + UNSEEN_COUNT * SOUND_COUNT)
      )
    })
    return sum / (word.length + 1)
  }
}
