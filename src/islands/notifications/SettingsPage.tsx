import type { Locale } from '#domain/locale.ts'
import { AlertList } from '#islands/alerts/AlertList.tsx'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { NotificationSettings, SettingsSkeleton } from './NotificationSettings.tsx'

/** Notification settings as a page that mails can link to. */
export const SettingsPage = ({ locale }: { locale: Locale }) => (
  <AfterMount locale={locale} skeleton={<SettingsSkeleton />}>
    <SettingsBody />
  </AfterMount>
)

const SettingsBody = () => {
  useWords('account', 'states')
  return (
    <>
      <NotificationSettings />
      <AlertList />
    </>
  )
}
