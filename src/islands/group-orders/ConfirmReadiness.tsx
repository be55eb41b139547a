import { useState } from 'react'
import { useStore } from '@nanostores/react'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { $group, notReady } from '#stores/group-orders/group-order.ts'
import { completeGroup } from '#stores/group-orders/take-part.ts'
import { Face } from './Faces.tsx'
import { Remind } from './Remind.tsx'
import styles from './group-orders.module.css'

/** Modal `confirm-members-readiness`: who has not said that they are ready, and whether to go on without waiting. */
export const ConfirmReadiness = ({ close }: ModalProps<'confirm-members-readiness'>) => {
  const t = useT('group')
  const group = useStore($group)
  const [isPending, setPending] = useState(false)
  const waiting = group.state === 'ready' ? notReady(group.info) : []
  const goOn = async (): Promise<void> => {
    setPending(true)
    await completeGroup(true)
    close()
  }
  return (
    <SheetContent
      title={t('group:readiness.title')}
      footer={
        <>
          <Button onClick={close}>{t('group:readiness.wait')}</Button>
          <Button look="brand" pending={isPending} onClick={() => void goOn()}>
            {t('group:readiness.goOn')}
          </Button>
        </>
      }
    >
      <p>{t('group:readiness.text')}</p>
      <ul className={styles.members}>
        {waiting.map((member) => (
          <li key={member.id} className={styles.people}>
            <span className={styles.state}>
              <Face member={member} /> {member.name}
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Remind />
      </div>
    </SheetContent>
  )
}
