/** Runs work when no other tab of this origin runs work of the same name. */
export type RunInTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Web Locks; without them (plain http in a local network) every tab goes at once, which the server bears for 30 seconds. */
export const runInTurn: RunInTurn = (name, work) => {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  return locks ? (locks.request(name, work) as ReturnType<typeof work>) : work()
}
