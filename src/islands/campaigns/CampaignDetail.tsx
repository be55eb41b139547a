import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { pictureUrl } from '#domain/pictures.ts'
import { $campaign, loadCampaign } from '#stores/campaigns/campaign.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import styles from './CampaignDetail.module.css'

const day = (date: string): string => date.slice(0, 10).split('-').reverse().join('/')

/** A campaign with its dates and terms; its page has the same content for reading and printing. */
export const CampaignDetail = ({ params }: ModalProps<'campaign-detail'>) => {
  const t = useT('pages', 'collections', 'states')
  const locale = useLocale()
  const shown = useStore($campaign)
  useEffect(() => void loadCampaign(params.slug), [params.slug])
  if (shown.state === 'loading')
    return (
      <SheetContent title={t('pages:campaigns')}>
        <Skeleton lines={6} label={t('states:loading')} />
      </SheetContent>
    )
  if (shown.state !== 'ready')
    return (
      <SheetContent title={t('pages:campaigns')}>
        {shown.state === 'failed' ? (
          <Failed text={shown.failure.message} onRetry={() => void loadCampaign(params.slug)} />
        ) : (
          <p>{t('pages:noCampaign')}</p>
        )}
      </SheetContent>
    )
  const { campaign, when } = shown
  return (
    <SheetContent title={campaign.title}>
      <div className={styles.head}>
        <img src={pictureUrl(campaign.picture)} alt="" width="72" height="72" />
        <p className={styles.facts}>
          <b>{t(`pages:${when}`)}</b>
          <span>{t('pages:dates', { from: day(campaign.from), to: day(campaign.to) })}</span>
          {campaign.minimumOrder !== null && <span>{t('pages:minimumOrder', { price: formatAmd(campaign.minimumOrder, locale) })}</span>}
          {campaign.promoCode !== null && <span>{t('collections:code', { code: campaign.promoCode })}</span>}
        </p>
      </div>
      <p>{campaign.description}</p>
      {/* Inside the terms, so that keyboard users can focus and scroll them. */}
      <p className={styles.page}>
        <a className="button" href={localePath(locale, `/campaigns/${campaign.slug}`)}>
          {t('collections:terms')}
        </a>
      </p>
      {/* Cleaned on the server: of elements and links only what its list allows. */}
      <div className={styles.terms} dangerouslySetInnerHTML={{ __html: campaign.html }} />
    </SheetContent>
  )
}
