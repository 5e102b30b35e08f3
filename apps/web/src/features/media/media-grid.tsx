import { ImagePlus, Info, Play, RefreshCw, Star, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { IconButton, Spinner } from '../../ui/index.ts'
import { DescribeDialog } from '../alt-texts/index.ts'
import { ACCEPTED, ACCEPTED_PHOTOS } from './check-file.ts'
import { usePastedFiles } from './paste-files.ts'
import { refusalText } from './refusal-text.ts'
import type { FileNote, UploadItem, UploadState } from './upload-item.ts'
import type { UploadQueue } from './upload-queue.ts'
import { useUploads } from './use-uploads.ts'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'
import mediaStyles from './media.module.css'
import styles from './media-grid.module.css'

const PAUSED = {
  unreachable: m.share_file_offline,
  busy: m.share_file_busy,
  signed_out: m.share_file_signed_out,
} as const

function stateLabel(state: UploadState): string {
  switch (state.step) {
    case 'waiting':
      return m.share_file_waiting()
    case 'sending':
      return m.share_file_sending({ percent: Math.round(state.progress * 100) })
    case 'paused':
      return PAUSED[state.why]()
    case 'processing':
      return m.share_file_processing()
    case 'ready':
      return m.share_file_ready()
    case 'failed':
      return state.detail ?? (state.again ? m.share_file_failed() : m.share_file_processing_failed())
  }
}

// Every browser can display the server's variants, even if the original is HEIC.
function getVariant({ media }: UploadItem, width: 400 | 1080): string | null {
  return media?.base ? `${media.base}/${width}.webp` : null
}

function Preview({ item }: { item: UploadItem }) {
  const [broken, setBroken] = useState(false)
  const made = getVariant(item, 400)
  if (item.previewsVideo && item.preview && !made)
    return <video src={`${item.preview}#t=0.1`} muted playsInline preload="metadata" aria-hidden="true" />
  const source = item.preview && !item.previewsVideo && !broken ? item.preview : made
  if (source) return <img src={source} alt="" onError={() => setBroken(true)} />
  return <ImagePlus className={mediaStyles.blank} size={26} aria-hidden="true" />
}

// Never required: files without a description are named after their spot and author.
function Describe({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const { id, name, kind, preview, previewsVideo, alt_text } = item
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.alt} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span data-described={alt_text ? '' : undefined}>
          {!alt_text && '+ '}
          {m.alt_texts_badge()}
        </span>{' '}
        <b className="sr-only">
          {alt_text ? m.alt_texts_edit_file({ name }) : m.alt_texts_describe_file({ name })}
        </b>
      </button>
      {open && (
        <DescribeDialog
          id={id}
          type={kind}
          picture={getVariant(item, 1080) ?? (previewsVideo ? null : preview)}
          text={alt_text ?? ''}
          onSave={(text) => queue.describe(id, text)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

// `cover` is null in grids without a cover.
type TileProps = { item: UploadItem; cover: boolean | null; describes: boolean; queue: UploadQueue }

function Tile({ item, cover, describes, queue }: TileProps) {
  const { id, name, kind, state } = item
  const label = kind === 'image' ? m.share_file_image({ name }) : m.share_file_video({ name })
  const done = state.step === 'ready'
  const again = state.step === 'paused' || (state.step === 'failed' && state.again)
  return (
    <li className={styles.tile} data-step={state.step} aria-label={label}>
      <Preview item={item} />
      {kind === 'video' && (
        <Play className={mediaStyles.play} size={20} fill="currentColor" aria-hidden="true" />
      )}
      <div className={done ? 'sr-only' : styles.state}>
        {state.step === 'failed' ? (
          <TriangleAlert className={mediaStyles.failed} size={20} aria-hidden="true" />
        ) : (
          !done && !again && <Spinner />
        )}
        <span>{stateLabel(state)}</span>
        {again && (
          <button
            type="button"
            className={mediaStyles.again}
            aria-label={m.share_file_retry_label({ name })}
            onClick={() => queue.retry(id)}
          >
            <RefreshCw size={16} aria-hidden="true" />
            {m.share_file_retry()}
          </button>
        )}
      </div>
      {state.step === 'sending' && (
        <span className={mediaStyles.bar} style={{ scale: `${state.progress} 1` }} />
      )}
      {describes && state.step !== 'failed' && <Describe item={item} queue={queue} />}
      <IconButton
        className={styles.remove}
        label={m.share_file_remove({ name })}
        onClick={() => queue.remove(id)}
      >
        <span>
          <X size={17} aria-hidden="true" />
        </span>
      </IconButton>
      {cover && done && <span className={mediaStyles.cover}>{m.share_file_cover()}</span>}
      {cover === false && done && kind === 'image' && (
        <IconButton
          className={styles.star}
          label={m.share_file_make_cover({ name })}
          onClick={() => queue.move(id, 0)}
        >
          <span>
            <Star size={16} aria-hidden="true" />
          </span>
        </IconButton>
      )}
    </li>
  )
}

// Files can be dropped anywhere on the grid. People without a mouse use the add tile.
function useDropZone(onDrop: (files: FileList | null) => void) {
  const zone = useRef<HTMLUListElement>(null)
  const [over, setOver] = useState(false)
  const dropped = useEffectEvent(onDrop)
  useEffect(() => {
    const element = zone.current
    if (!element) return
    const stop = new AbortController()
    const listen = (name: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      element.addEventListener(name, act, { signal: stop.signal })
    listen('dragover', (event) => {
      event.preventDefault()
      setOver(true)
    })
    listen('dragleave', () => setOver(false))
    listen('drop', (event) => {
      event.preventDefault()
      setOver(false)
      dropped(event.dataTransfer?.files ?? null)
    })
    return () => stop.abort()
  }, [])
  return { zone, over }
}

type AddTileProps = { over: boolean; one: string | undefined; onFiles: (files: FileList | null) => void }

function AddTile({ over, one, onFiles }: AddTileProps) {
  return (
    <label className={styles.add}>
      <input
        type="file"
        className="sr-only"
        multiple={!one}
        accept={one ? ACCEPTED_PHOTOS : ACCEPTED}
        aria-label={one ?? m.share_add_label()}
        onChange={(event) => {
          onFiles(event.target.files)
          event.target.value = ''
        }}
      />
      <ImagePlus size={26} aria-hidden="true" />
      {over ? m.share_drop() : m.share_add()}
    </label>
  )
}

function isRefusal({ why }: FileNote): boolean {
  return why !== 'first_frame_only'
}

function Note({ note }: { note: FileNote }) {
  const Icon = isRefusal(note) ? TriangleAlert : Info
  return (
    <p className={classes(isRefusal(note) ? looks.fieldError : looks.fieldHint, mediaStyles.refused)}>
      <Icon aria-hidden="true" />
      <span>
        <span>{refusalText(note.why)}</span> <span className={mediaStyles.refusedName}>{note.name}</span>
      </span>
    </p>
  )
}

function Notes({ notes, onClose }: { notes: readonly FileNote[]; onClose: () => void }) {
  return (
    <>
      <div role="alert" className={mediaStyles.refusals}>
        {notes.map((note, index) => (
          <Note key={`${index}-${note.name}`} note={note} />
        ))}
      </div>
      {notes.some(isRefusal) && (
        <button type="button" className={classes(looks.link, mediaStyles.refusedClose)} onClick={onClose}>
          {m.share_refused_close()}
        </button>
      )}
    </>
  )
}

async function addOnly(queue: UploadQueue, [photo]: readonly File[]): Promise<FileNote[]> {
  return photo ? queue.addOnly(photo) : []
}

function Prompt({ items }: { items: readonly UploadItem[] }) {
  if (items.length === 0 || items.some(({ alt_text }) => alt_text)) return null
  return <p className={looks.fieldHint}>{m.alt_texts_prompt()}</p>
}

type GridProps = {
  queue: UploadQueue
  label: string
  /** Whether one photo becomes the spot's cover. By default it's the first; the person can choose another. */
  withCover?: boolean
  /** If set, the list accepts a single photo and no videos, and this is the add button's label. */
  one?: string
  /** Whether the tiles that add files are large until there is a file. */
  startsLarge?: boolean
  error?: string | undefined
  /** An extra tile that adds files, e.g. a camera. */
  renderSource?: (onFiles: (files: Iterable<File>) => void) => ReactNode
}

/** Shows a queue's files as square tiles, with a tile for adding more. Files can be picked, dropped, or pasted. */
export function MediaGrid({
  queue,
  label,
  withCover = true,
  startsLarge = false,
  error,
  one,
  renderSource,
}: GridProps) {
  const items = useUploads(queue)
  const heading = useId()
  const [notes, setNotes] = useState<FileNote[]>([])
  const cover = items.find(({ kind, state }) => kind === 'image' && state.step !== 'failed')?.id
  // An ad has its own text, so its photo needs no description.
  const describes = one === undefined
  const isFull = one !== undefined && items.length > 0
  const take = (files: Iterable<File>) => {
    // Copied now, because the file input is cleared before the files are read.
    const all = [...files]
    void (one ? addOnly(queue, all) : queue.add(all)).then(setNotes)
  }
  const add = (files: FileList | null) => {
    if (files?.length) take(files)
  }
  const { zone, over } = useDropZone(add)
  const isLarge = startsLarge && items.length === 0
  const sourceTile = renderSource && <li key="source">{renderSource(take)}</li>
  usePastedFiles(zone, take)
  return (
    <div className={looks.field} role="group" aria-labelledby={heading}>
      <span className={startsLarge ? 'sr-only' : looks.fieldLabel} id={heading}>
        {label}
      </span>
      <ul
        className={classes(styles.grid, isLarge && styles.large)}
        data-over={over ? '' : undefined}
        ref={zone}
      >
        {isLarge && sourceTile}
        {items.map((item) => (
          <Tile key={item.id} cover={withCover ? item.id === cover : null} {...{ item, describes, queue }} />
        ))}
        {!isFull && (
          <li key="add">
            <AddTile over={over} one={one} onFiles={add} />
          </li>
        )}
        {!isLarge && sourceTile}
      </ul>
      {describes && <Prompt items={items} />}
      {error && <p className={looks.fieldError}>{error}</p>}
      <Notes notes={notes} onClose={() => setNotes([])} />
    </div>
  )
}
