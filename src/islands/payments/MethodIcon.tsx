import type { ShownMethod } from '#domain/payment-method.ts'

/** Icons of the payment methods, 24 by 24, apart from those of every island: only checkout, orders and the account draw them. */
const PATHS: Record<ShownMethod['icon'], string> = {
  card: 'M3 6h18a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1M2 10.5h20',
  cash: 'M3 6h18v12H3zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M6.5 12h.01M17.5 12h.01',
  idram: 'M4 7h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM4 7l11-3v3M12 10v6M15 13h.01',
  telcell: 'M7 2h10a1 1 0 0 1 1 1v18a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1M9.5 7h5M12 7v6M11 18.5h2',
  apple: 'M12 7c-1-1-2-1-3-1-3 0-5 3-5 7s3 8 5 8c1 0 2-1 3-1s2 1 3 1c2 0 4-3 5-6-4-1-4-6-1-8-2-2-5-2-7 0M12 6c0-2 1-4 3-4',
  fastshift: 'M3 8h13l-4-4M21 16H8l4 4M6 12h12',
  transfer: 'M3 21h18M5 10v8M10 10v8M14 10v8M19 10v8M3 10h18L12 4z'
}

export const MethodIcon = ({ name }: { name: ShownMethod['icon'] }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
)
