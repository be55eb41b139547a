import { useState } from 'react'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { remindMembers } from '#stores/group-orders/take-part.ts'

/** Reminds whoever is waited for; once, as a second reminder helps nobody. */
export const Remind = () => {
  const t = useT('group')
  const [state, setState] = useState<'idle' | 'pending' | 'done'>('idle')
  const press = async (): Promise<void> => {
    setState('pending')
    setState((await remindMembers()) ? 'done' : 'idle')
  }
  return (
    <Button pending={state === 'pending'} disabled={state === 'done'} onClick={() => void press()}>
      {t(state === 'done' ? 'group:readiness.reminded' : 'group:readiness.remind')}
    </Button>
  )
}
