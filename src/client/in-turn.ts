/** Runs work while no other tab of this origin runs work of the same name. */
export type RunInTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Uses Web Locks. Without them (http in a local network) tabs run at the same time, which the server tolerates for 30 seconds. */
export const runInTurn: RunInTurn = (name, work) => {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  return locks ? (locks.request(name, work) as ReturnType<typeof work>) : work()
}
