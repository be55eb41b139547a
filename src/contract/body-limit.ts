import { MAX_BODY_BYTES } from '#domain/constants.ts'
import { endpointsOf } from './endpoint.ts'
import { contract } from './index.ts'

const FILES: ReadonlyMap<string, number> = new Map(
  Object.values(contract)
    .flatMap((noun) => endpointsOf(noun))
    .flatMap(([, { path, maxFileBytes }]) => (maxFileBytes === undefined ? [] : [[path, maxFileBytes]]))
)

/** The most bytes that the body of a call may have, by its path below `/api`. */
export const maxBodyBytes = (path: string): number => FILES.get(path) ?? MAX_BODY_BYTES
