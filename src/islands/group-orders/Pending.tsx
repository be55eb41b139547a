import { useState, type ReactNode } from 'react'
import { Button } from '#islands/ui/Button.tsx'

/** A press that waits for the server's answer. */
export const Pending = ({ look, work, children }: { look: 'brand' | 'plain'; work: () => Promise<void>; children: ReactNode }) => {
  const [isPending, setPending] = useState(false)
  const press = (): void => {
    setPending(true)
    void work().finally(() => setPending(false))
  }
  return (
    <Button look={look} pending={isPending} onClick={press}>
      {children}
    </Button>
  )
}
