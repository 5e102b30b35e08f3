import { Copy, Mail, MessageCircle, Send, Share2 } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/session.ts'
import { Button, ButtonLink, copyLink, LinkField, Sheet } from '../../ui/index.ts'
import { hasSystemShare, systemShare } from '../../ui/system-share.ts'
import { emailLink, spotLink, whatsAppLink } from './spot-links.ts'
import './spots.css'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  spot: { id: string; name: string; description?: string | null }
}

/** Shares the link to a spot: the content of the dialog. */
export function ShareDialog({ open, onOpenChange, spot }: Props) {
  const { status } = useSession()
  const link = spotLink(location.origin, spot.id)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={m.spot_share_dialog()}>
      <p className="text-display-xs font-display">
        <bdi>{spot.name}</bdi>
      </p>
      {spot.description && <p className="share-dialog-text">{spot.description}</p>}
      <div className="mt-4">
        <LinkField
          label={m.spot_share_link()}
          link={link}
          action={
            <Button variant="ink" icon={<Copy aria-hidden="true" />} onClick={() => void copyLink(link)}>
              {m.spot_share_copy()}
            </Button>
          }
        />
      </div>
      <div className="share-dialog-ways">
        {hasSystemShare() && (
          <Button
            variant="primary"
            className="share-dialog-send"
            icon={<Share2 aria-hidden="true" />}
            onClick={() => void systemShare({ title: spot.name, url: link })}
          >
            {m.lightbox_share_more()}
          </Button>
        )}
        <a
          className="btn btn-line"
          href={whatsAppLink(spot.name, link)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <MessageCircle aria-hidden="true" />
          {m.spot_share_whatsapp()}
        </a>
        <a className="btn btn-line" href={emailLink(spot.name, link)}>
          <Mail aria-hidden="true" />
          {m.spot_share_email()}
        </a>
        {status === 'signed-in' && (
          <ButtonLink
            variant="line"
            className="share-dialog-send"
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
