import type { APIContext } from 'astro'
import * as info from '#contract/info/calls.ts'
import { loadBlocks } from './blocks.ts'
import { describeForCache } from './answer.ts'

/** Loads all data of the home page. */
export const loadHome = async (astro: Pick<APIContext, 'locals'> & { response: { headers: Headers } }) => {
  const [{ blocks, closed, states }, campaigns] = await Promise.all([loadBlocks(astro, 'main'), astro.locals.call(info.campaigns)])
  describeForCache(astro.response.headers, ['catalogue'], states)
  return { blocks, closed, campaigns: campaigns.filter(({ running }) => running) }
}
