import { connect, createServer, type Socket } from 'node:net'
import type { Bouncer } from './pgbouncer.ts'

/** Forwards connections to a server of this machine: stands for pgbouncer where that is not installed. */
export const startRelay = async (port: number, serverPort: number): Promise<Bouncer> => {
  let target = serverPort
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const onward = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [socket, onward],
      [onward, socket]
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()))
  const closeAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: (database) => `postgres://shuka@127.0.0.1:${port}/${database}`,
    leadTo: (nextPort) => {
      target = nextPort
      closeAll()
      return Promise.resolve()
    },
    stop: () => {
      closeAll()
      server.close()
    }
  }
}
