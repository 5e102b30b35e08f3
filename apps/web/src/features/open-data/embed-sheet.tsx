import { SPOT_TYPES, type SpotType } from '@nollie/contract/spots/spot-types'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { LinkField } from '../../ui/forms/link-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { typeLabel } from '../../ui/text/spot-type-label.ts'
import { toast } from '../../ui/toast.ts'
import {
  buildEmbedCode,
  buildEmbedPath,
  EMBED_SANDBOX,
  EMBED_SIZES,
  type Embedded,
  type EmbedSize,
} from './embed-code.ts'
import styles from './open-data.module.css'

const SIZES: Record<EmbedSize, () => string> = {
  small: m.open_data_embed_small,
  medium: m.open_data_embed_medium,
  wide: m.open_data_embed_wide,
}

function describeSize(size: EmbedSize): string {
  const { width, height } = EMBED_SIZES[size]
  return `${SIZES[size]()} (${width ?? '100%'} × ${height})`
}

async function copyCode(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code)
    toast({ kind: 'success', title: m.open_data_embed_copied() })
  } catch {
    toast({ kind: 'error', title: m.open_data_embed_copy_failed() })
  }
}

/** Offers the HTML code for showing a part of the map, or a list, on another site, with a preview. */
export default function EmbedSheet({
  what,
  title = m.open_data_embed_title(),
  onClosed,
}: {
  what: Embedded
  /** The map's accessible name on the other site. */
  title?: string | undefined
  onClosed: () => void
}) {
  const [open, setOpen] = useState(true)
  const [size, setSize] = useState<EmbedSize>('medium')
  const [type, setType] = useState<SpotType | null>(null)
  const path = buildEmbedPath(what, type)
  const code = buildEmbedCode(`${location.origin}${path}`, size, title)
  const { width, height } = EMBED_SIZES[size]
  return (
    <Sheet open={open} onOpenChange={setOpen} onClosed={onClosed} title={m.open_data_embed()} size="wide">
      <div className={styles.sheet}>
        <p>{m.open_data_embed_text()}</p>
        <div className={styles.choices}>
          <Select
            label={m.open_data_embed_size()}
            values={Object.keys(EMBED_SIZES) as EmbedSize[]}
            value={size}
            toText={describeSize}
            onChoose={(chosen) => setSize(chosen ?? 'medium')}
          />
          <Select
            label={m.open_data_embed_types()}
            none={m.open_data_embed_all()}
            values={SPOT_TYPES}
            value={type}
            toText={typeLabel}
            onChoose={setType}
          />
        </div>
        <LinkField label={m.open_data_embed_code()} link={code} />
        <Button
          variant="primary"
          icon={<Copy aria-hidden="true" />}
          className={styles.copy}
          onClick={() => void copyCode(code)}
        >
          {m.open_data_embed_copy()}
        </Button>
        <iframe
          key={path}
          className={styles.preview}
          src={path}
          title={m.open_data_embed_preview()}
          sandbox={EMBED_SANDBOX}
          width={width ?? '100%'}
          height={height}
        />
      </div>
    </Sheet>
  )
}
