import type { GroupMember } from '#contract/group-orders/calls.ts'
import { useT } from '#islands/ui/locale.ts'
import styles from './group-orders.module.css'

/** Spec section 9: an avatar group shows at most five. */
const SHOWN = 5

/** A member's first letter on a colour of their own; decoration beside the name. */
export const Face = ({ member: { id, name, src } }: { member: GroupMember }) =>
  src ? (
    <img className={styles.face} src={src} alt="" />
  ) : (
    <span className={`${styles.face} tint-${id % 12}`} data-letter={[...name][0]} aria-hidden="true" />
  )

/** The first members, and how many more there are. */
export const Faces = ({ members }: { members: readonly GroupMember[] }) => {
  const t = useT('group')
  const more = members.length - SHOWN
  return (
    <ul className={styles.faces}>
      {members.slice(0, SHOWN).map((member) => (
        <li key={member.id} title={member.name}>
          <Face member={member} />
          <span className="hidden-visually">{member.name}</span>
        </li>
      ))}
      {more > 0 && <li className={`${styles.face} ${styles.many}`}>{t('group:panel.more', { count: more })}</li>}
    </ul>
  )
}
