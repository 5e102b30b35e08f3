import { Copy, Mail, MessageCircle, Send } from 'lucide-react'
import { useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/session.ts'
import { Button, ButtonLink, copyLink, Sheet } from '../../ui/index.ts'
import { emailLink, spotLink, whatsAppLink } from './spot-links.ts'
import './spots.css'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  spot: { id: string; name: string; description?: string | null }
}

/** See `SpotShareDialog`. */
export function ShareDialog({ open, onOpenChange, spot }: Props) {
  const id = useId()
  const { status } = useSession()
  const link = spotLink(location.origin, spot.id)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={m.spot_share_dialog()}>
      <p className="text-display-xs font-display">
        <bdi>{spot.name}</bdi>
      </p>
      {spot.description && <p className="share-dialog-text">{spot.description}</p>}
      <div className="field mt-4">
        <label className="field-label" htmlFor={id}>
          {m.spot_share_link()}
        </label>
        <div className="share-dialog-link">
          <input id={id} className="input" readOnly value={link} onFocus={(event) => event.target.select()} />
          <Button variant="ink" icon={<Copy aria-hidden="true" />} onClick={() => void copyLink(link)}>
            {m.spot_share_copy()}
          </Button>
        </div>
      </div>
      <div className="share-dialog-ways">
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
