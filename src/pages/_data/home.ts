import type { APIContext } from 'astro'
import * as info from '#contract/info/calls.ts'
import { loadBlocks } from './blocks.ts'
import { describeForCache } from './answer.ts'

/** Loads all data of the home page. */
export const loadHome = async (astro: Pick<APIContext, 'locals'> & { response: { headers: Headers } }) => {
  const { call } = astro.locals
  const [{ blocks, closed, states }, { cities }, campaigns] = await Promise.all([
    loadBlocks(astro, 'main'),
    call(info.info),
    call(info.campaigns)
  ])
  describeForCache(astro.response.headers, ['catalogue'], states)
  return { blocks, cities, closed, campaigns: campaigns.filter(({ running }) => running) }
}
