import type { ShopClient } from '#tests/support/shop-client.ts'
import { openLine, type Line } from '#tests/support/worker-lines.ts'

/** A stream of events, on a connection of its own. */
export interface EventStream {
  line: Line
  events: () => number
  /** Resolves with the moment of the next event. */
  heard: () => Promise<number>
  close: () => void
}

/** Opens a person's stream of the events of one name. */
export const openEventStream = async (
  url: string,
  workers: () => number[],
  { token, anonymousId }: ShopClient,
  path: string,
  name: 'group' | 'order'
): Promise<EventStream> => {
  const line: Line = openLine(url, workers)
  const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${token() ?? ''}`, 'Session-Id': anonymousId }
  const answer = await line.open(`/api${path}`, headers)
  if (answer.statusCode !== 200) throw new Error(`a stream answered ${answer.statusCode}`)
  const waiting: ((at: number) => void)[] = []
  let events = 0
  answer.on('data', (chunk: Buffer) => {
    if (!chunk.toString().includes(`event: ${name}`)) return
    events += 1
    for (const hear of waiting.splice(0)) hear(performance.now())
  })
  return { line, events: () => events, heard: () => new Promise<number>((resolve) => waiting.push(resolve)), close: () => answer.destroy() }
}
