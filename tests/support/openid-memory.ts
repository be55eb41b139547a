import type { Adapter, AdapterPayload } from 'oidc-provider'

/** What an OpenID provider keeps, for as long as a test runs. Its own memory adapter says on the console that it is one. */
export const createOpenIdMemory = (): ((name: string) => Adapter) => {
  const kept = new Map<string, AdapterPayload>()
  const find = (wanted: (payload: AdapterPayload) => boolean): AdapterPayload | undefined => [...kept.values()].find(wanted)
  return (name) => ({
    upsert: (id, payload) => Promise.resolve(void kept.set(`${name} ${id}`, payload)),
    find: (id) => Promise.resolve(kept.get(`${name} ${id}`)),
    findByUserCode: (userCode) => Promise.resolve(find((payload) => payload.userCode === userCode)),
    findByUid: (uid) => Promise.resolve(find((payload) => payload.uid === uid)),
    consume: (id) => Promise.resolve(void Object.assign(kept.get(`${name} ${id}`) ?? {}, { consumed: Math.floor(Date.now() / 1000) })),
    destroy: (id) => Promise.resolve(void kept.delete(`${name} ${id}`)),
    revokeByGrantId: (grantId) => {
      for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key)
      return Promise.resolve()
    }
  })
}
