import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** What a process of the shop holds. Sizes in megabytes, delays in milliseconds since the previous snapshot. */
export interface ProbeSnapshot {
  pid: number
  resident: number
  heap: number
  /** The heap right after the last full collection: what is really in use. */
  live: number
  external: number
  /** Memory of WebAssembly modules: the embedded database and the readers of pictures. */
  wasm: number
  /** Sockets, timers and files that are open. */
  resources: number
  loopP99: number
  loopMax: number
}

/** Names the folder to which every process of the shop writes its snapshots; loaded there by `node --import`. */
export const PROBE_FOLDER = 'MEMORY_PROBE_FOLDER'
const EVERY_MS = 5_000

const watchMemories = (): Set<WebAssembly.Memory> => {
  const memories = new Set<WebAssembly.Memory>()
  const keep = (value: unknown): void => {
    if (value instanceof WebAssembly.Memory) memories.add(value)
  }
  const instantiate = WebAssembly.instantiate.bind(WebAssembly)
  const watched = async (source: WebAssembly.Module, imports?: WebAssembly.Imports) => {
    const result: unknown = await instantiate(source, imports)
    const instance = result instanceof WebAssembly.Instance ? result : (result as { instance: WebAssembly.Instance }).instance
    for (const group of [instance.exports, ...Object.values(imports ?? {})]) Object.values(group).forEach(keep)
    return result
  }
  Object.assign(WebAssembly, { instantiate: watched })
  return memories
}

const startProbe = (folder: string): void => {
  const memories = watchMemories()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  let live = 0
  new PerformanceObserver((list) => {
    const collections: (PerformanceEntry & { detail?: { kind?: number } })[] = list.getEntries()
    if (collections.some(({ detail }) => detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR)) live = process.memoryUsage().heapUsed
  }).observe({ entryTypes: ['gc'] })
  const file = join(folder, `${process.pid}.json`)
  setInterval(() => {
    const { rss, heapUsed, external } = process.memoryUsage()
    const snapshot: ProbeSnapshot = {
      pid: process.pid,
      resident: rss / 1e6,
      heap: heapUsed / 1e6,
      live: (live || heapUsed) / 1e6,
      external: external / 1e6,
      wasm: [...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0) / 1e6,
      resources: process.getActiveResourcesInfo().length,
      loopP99: delay.percentile(99) / 1e6,
      loopMax: delay.max / 1e6
    }
    delay.reset()
    // Renamed, so that no reader finds half of it.
    writeFileSync(`${file}.new`, JSON.stringify(snapshot))
    renameSync(`${file}.new`, file)
  }, EVERY_MS).unref()
}

const folder = process.env[PROBE_FOLDER]
if (folder && isMainThread) startProbe(folder)
