import { useState } from 'react'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { choosePickup, type PickupBranch } from '#stores/baskets/pickup.ts'
import type { QueuedProduct } from '#stores/modal-list.ts'

interface PickHereProps {
  supplierId: number
  branch: PickupBranch
  queued?: QueuedProduct | undefined
  wide?: boolean
}

/** The button that takes a branch. */
export const PickHere = ({ supplierId, branch, queued, wide = false }: PickHereProps) => {
  const t = useT('pickup')
  const [isPending, setPending] = useState(false)
  const choose = async (): Promise<void> => {
    setPending(true)
    await choosePickup(supplierId, branch.branchId, queued).finally(() => setPending(false))
  }
  return (
    <Button
      look="brand"
      wide={wide}
      pending={isPending}
      aria-label={`${t('pickup:here')}, ${branch.address}`}
      onClick={() => void choose()}
    >
      {t('pickup:here')}
    </Button>
  )
}
