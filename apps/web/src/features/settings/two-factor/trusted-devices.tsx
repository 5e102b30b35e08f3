import type { TrustedDevice } from '@nollie/contract'
import { useMutation } from '@tanstack/react-query'
import { Laptop } from 'lucide-react'
import { useId } from 'react'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { dayText } from '../../../lib/format.ts'
import { Button, toast } from '../../../ui/index.ts'
import { showError } from '../settings-errors.ts'
import { useReloadFactors } from './factor-requests.ts'
import { Row } from '../section.tsx'
import { deviceName } from '../sessions/session-text.ts'
import settings from '../settings.module.css'
import styles from './two-step.module.css'

function DeviceRow({ device }: { device: TrustedDevice }) {
  const reload = useReloadFactors()
  const name = deviceName(device)
  const revoke = useMutation({
    mutationFn: () =>
      call('DELETE /api/account/trusted-devices/:device_id', { params: { device_id: device.id } }),
    onSuccess: () => {
      toast({ kind: 'success', title: m.settings_factors_untrusted({ device: name }) })
      return reload()
    },
    onError: (error) => showError(error, m.settings_factors_untrust_failed()),
  })
  return (
    <li>
      <Row
        icon={<Laptop className={settings.icon} aria-hidden="true" />}
        title={name}
        action={
          <Button
            variant="line"
            size="sm"
            aria-label={m.settings_factors_untrust_label({ device: name })}
            busy={revoke.isPending && m.shell_loading()}
            onClick={() => revoke.mutate()}
          >
            {m.settings_factors_untrust()}
          </Button>
        }
      >
        {m.settings_factors_trusted_until({ date: dayText(device.expires_at) })}
      </Row>
    </li>
  )
}

/** Devices that can skip the second factor. Renders nothing if there are none. */
export function TrustedDevices({ devices }: { devices: readonly TrustedDevice[] }) {
  const name = useId()
  if (devices.length === 0) return null
  return (
    <>
      <h3 id={name} className={styles.list}>
        {m.settings_factors_trusted()}
      </h3>
      <ul aria-labelledby={name}>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
    </>
  )
}
