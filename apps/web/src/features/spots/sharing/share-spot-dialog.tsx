import { Copy, Mail, MessageCircle, Send, Share2 } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { useSession } from '../../../lib/use-session.ts'
import { Button, ButtonLink, buttonLook, copyLink, LinkField, Sheet } from '../../../ui/index.ts'
import { hasSystemShare, systemShare } from '../../../ui/system-share.ts'
import { emailLink, spotLink, whatsAppLink } from './spot-links.ts'
import styles from './share-spot-dialog.module.css'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  spot: { id: string; name: string; description?: string | null }
}

function Summary({ spot }: Pick<Props, 'spot'>) {
  return (
    <>
      <p className={styles.name}>
        <bdi>{spot.name}</bdi>
      </p>
      {spot.description && (
        <p className={styles.text} dir="auto">
          {spot.description}
        </p>
      )}
    </>
  )
}

/** The content of the dialog for sharing a spot's link. */
export function ShareDialog({ open, onOpenChange, spot }: Props) {
  const { status } = useSession()
  const link = spotLink(location.origin, spot.id)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={m.spots_share_dialog()}>
      <Summary spot={spot} />
      <div className={styles.link}>
        <LinkField
          label={m.spots_share_link()}
          link={link}
          action={
            <Button variant="ink" icon={<Copy aria-hidden="true" />} onClick={() => void copyLink(link)}>
              {m.spots_share_copy()}
            </Button>
          }
        />
      </div>
      <div className={styles.ways}>
        {hasSystemShare() && (
          <Button
            variant="primary"
            className={styles.send}
            icon={<Share2 aria-hidden="true" />}
            onClick={() => void systemShare({ title: spot.name, url: link })}
          >
            {m.lightbox_share_more()}
          </Button>
        )}
        <a
          {...buttonLook({ variant: 'line' })}
          href={whatsAppLink(spot.name, link)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <MessageCircle aria-hidden="true" />
          {m.spots_share_whatsapp()}
        </a>
        <a {...buttonLook({ variant: 'line' })} href={emailLink(spot.name, link)}>
          <Mail aria-hidden="true" />
          {m.spots_share_email()}
        </a>
        {status === 'signed-in' && (
          <ButtonLink
            variant="line"
            className={styles.send}
            icon={<Send aria-hidden="true" />}
            href={`/messages/new?spot=${spot.id}`}
          >
            {m.messages_share_send()}
          </ButtonLink>
        )}
      </div>
    </Sheet>
  )
}
