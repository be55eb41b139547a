import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { ownNetwork } from '#domain/limits/network.ts'

/** Closes connections of an address, or of a /64, beyond `max` at once, so that one cannot hold all that the process has. */
export const limitConnections = (server: Server, max: number): void => {
  const counts = new Map<string, number>()
  server.prependListener('connection', (socket: Socket) => {
    const network = ownNetwork(socket.remoteAddress ?? '')
    if (network === '') return
    const count = (counts.get(network) ?? 0) + 1
    if (count > max) return void socket.destroy()
    counts.set(network, count)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
  })
}
