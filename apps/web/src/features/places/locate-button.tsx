import { LocateFixed, LocateOff, Locate, Navigation } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useDevicePosition } from './device-position.ts'
import { classes } from '../../lib/classes.ts'
import styles from './places.module.css'

type Props = {
  onPress: () => void
  className?: string | undefined
}

function getLabel(status: string, following: boolean): string {
  if (following) return m.places_following()
  switch (status) {
    case 'detecting':
      return m.places_detecting()
    case 'denied':
      return m.places_button_denied()
    case 'error':
      return m.places_button_error()
    default:
      return m.places_button()
  }
}

/** The button that locates the person. Screen readers read out its state. */
export function LocateButton({ onPress, className = '' }: Props) {
  const { status, following } = useDevicePosition()
  const icon = () => {
    if (status === 'detecting') return <Spinner />
    if (following) return <Navigation size={20} aria-hidden="true" />
    if (status === 'found') return <LocateFixed size={20} aria-hidden="true" />
    if (status === 'denied' || status === 'error') return <LocateOff size={20} aria-hidden="true" />
    return <Locate size={20} aria-hidden="true" />
  }
  return (
    <IconButton
      className={classes(styles.locate, className)}
      variant="solid"
      label={getLabel(status, following)}
      aria-pressed={following}
      data-status={status}
      onClick={onPress}
    >
      {icon()}
    </IconButton>
  )
}
