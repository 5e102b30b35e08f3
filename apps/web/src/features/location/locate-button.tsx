import { LocateFixed, LocateOff, Locate, Navigation } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useHere } from './location-store.ts'
import './location.css'

type Props = {
  onPress: () => void
  className?: string
}

const labelOf = (status: string, following: boolean): string => {
  if (following) return m.location_following()
  switch (status) {
    case 'detecting':
      return m.location_detecting()
    case 'denied':
      return m.location_button_denied()
    case 'error':
      return m.location_button_error()
    default:
      return m.location_button()
  }
}

/** The button that locates the person. Screen readers get its state. */
export function LocateButton({ onPress, className = '' }: Props) {
  const { status, following } = useHere()
  const icon = () => {
    if (status === 'detecting') return <Spinner />
    if (following) return <Navigation size={20} aria-hidden="true" />
    if (status === 'found') return <LocateFixed size={20} aria-hidden="true" />
    if (status === 'denied' || status === 'error') return <LocateOff size={20} aria-hidden="true" />
    return <Locate size={20} aria-hidden="true" />
  }
  return (
    <IconButton
      className={`locate ${className}`}
      variant="solid"
      label={labelOf(status, following)}
      aria-pressed={following}
      data-status={status}
      onClick={onPress}
    >
      {icon()}
    </IconButton>
  )
}
