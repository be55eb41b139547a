import styles from './ChatLinks.module.css'

const CHATS = [
  { name: 'Telegram', hrefOf: (link: string, text: string) => `https://t.me/share/url?url=${link}&text=${text}` },
  { name: 'WhatsApp', hrefOf: (_: string, text: string) => `https://wa.me/?text=${text}` },
  { name: 'Viber', hrefOf: (_: string, text: string) => `viber://forward?text=${text}` }
]

/** Links that open a chat with a message in it. `message` holds the link. */
export const ChatLinks = ({ link, message }: { link: string; message: string }) => (
  <ul className={styles.chats}>
    {CHATS.map(({ name, hrefOf }) => (
      <li key={name}>
        <a className="button" href={hrefOf(encodeURIComponent(link), encodeURIComponent(message))} target="_blank" rel="noreferrer">
          {name}
        </a>
      </li>
    ))}
  </ul>
)
