/** One server-sent event. */
export interface StreamEvent {
  id: string
  type: string
  data: string
}

/** Reads server-sent events out of a response body. Ends with the stream; a broken connection rejects. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let event: StreamEvent = { id: '', type: 'message', data: '' }
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line !== '') event = readLine(event, line)
        else {
          if (event.data !== '') yield { ...event, data: event.data.slice(0, -1) }
          event = { id: event.id, type: 'message', data: '' }
        }
      }
    }
  } finally {
    // A stream that is broken already has nothing to cancel.
    await reader.cancel().catch(() => undefined)
  }
}

const readLine = (event: StreamEvent, line: string): StreamEvent => {
  const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
  if (name === 'id') return { ...event, id: value }
  if (name === 'event') return { ...event, type: value }
  if (name === 'data') return { ...event, data: `${event.data}${value}\n` }
  return event
}
