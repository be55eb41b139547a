import { LISTING_PATH } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'

/** Instead of what needs a group order: it loads, or there is none. */
export const NoGroupYet = ({ title, isLoading }: { title: string; isLoading: boolean }) => {
  const t = useT('group', 'states')
  const locale = useLocale()
  if (isLoading)
    return (
      <SheetContent title={title}>
        <Skeleton lines={5} label={t('states:loading')} />
      </SheetContent>
    )
  return (
    <SheetContent
      title={title}
      footer={
        <a className="button button-brand" href={localePath(locale, LISTING_PATH.restaurant)}>
          {t('group:problem.restaurants')}
        </a>
      }
    >
      <p>{t('group:problem.none')}</p>
    </SheetContent>
  )
}
