import { atom } from 'nanostores'
import * as info from '#contract/info/calls.ts'
import type { CampaignDetail } from '#contract/info/calls.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'

/** `when`: derived from the campaign's dates and the current time. */
export type CampaignState =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'failed'; failure: Failure }
  | { state: 'ready'; campaign: CampaignDetail; when: 'running' | 'upcoming' | 'finished' }

const $campaign = atom<CampaignState>({ state: 'loading' })
export { $campaign }

const whenOf = ({ running, from }: CampaignDetail, now: number): 'running' | 'upcoming' | 'finished' =>
  running ? 'running' : yerevan(now).date < from.slice(0, 10) ? 'upcoming' : 'finished'

/** Loads a campaign with its terms, each time it is opened. */
export const loadCampaign = async (slug: string): Promise<void> => {
  $campaign.set({ state: 'loading' })
  try {
    const campaign = await environment().call(info.campaign, { params: { slug } })
    $campaign.set({ state: 'ready', campaign, when: whenOf(campaign, environment().now()) })
  } catch (cause) {
    $campaign.set(isFailure(cause, 'NOT_FOUND') ? { state: 'missing' } : { state: 'failed', failure: failureOf(cause, 'campaign') })
  }
}
