import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, ConfirmDialog, Loading, Sheet } from '../../ui/index.ts'
import { EditSpotFields, StaleNotice } from './edit-spot-form.tsx'
import './spot-dialogs.css'
import { useSpotEdit } from './use-spot-edit.ts'
import './spots.css'

/** Changes a spot: the content of the dialog. */
export function EditDialog({ spotId, onClose }: { spotId: string; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const edit = useSpotEdit(spotId, () => setOpen(false))
  const id = useId()
  const [asking, setAsking] = useState(false)
  const leave = () => {
    setAsking(false)
    edit.drop()
    setOpen(false)
  }
  return (
    <Sheet
      open={open}
      // Neither Escape nor a press beside it closes this dialog (EDIT-02); its buttons do.
      onOpenChange={() => undefined}
      onClosed={onClose}
      firm
      size="wide"
      title={m.spot_edit()}
      actions={
        <>
          <Button onClick={() => (edit.touched ? setAsking(true) : leave())} disabled={edit.busy}>
            {m.shell_cancel()}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={edit.busy && m.spot_saving()}>
            {m.spot_edit_save()}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="edit-spot"
        noValidate
        aria-busy={edit.busy}
        onSubmit={(event) => {
          event.preventDefault()
          void edit.save()
        }}
      >
        {edit.phase === 'loading' && <Loading label={m.spot_loading()} />}
        {(edit.phase === 'failed' || edit.phase === 'missing') && (
          <div className="gallery-failed" role="alert">
            <p>{edit.phase === 'missing' ? m.spot_missing_text() : m.spot_failed_title()}</p>
            {edit.phase === 'failed' && (
              <Button variant="line" size="sm" onClick={edit.again}>
                {m.shell_retry()}
              </Button>
            )}
          </div>
        )}
        {edit.base && (
          <>
            {edit.restored && (
              <p className="dialog-restored" role="status">
                {m.share_draft_restored()}
                <button type="button" className="link" onClick={edit.startOver}>
                  {m.share_draft_drop()}
                </button>
              </p>
            )}
            {edit.stale && edit.stale.collisions.length > 0 && (
              <StaleNotice stale={edit.stale} onChoose={edit.choose} />
            )}
            <EditSpotFields
              base={edit.base}
              form={edit.form}
              nameMissing={edit.nameMissing}
              onChange={edit.change}
            />
          </>
        )}
      </form>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={m.spot_edit_discard_title()}
        confirm={m.spot_edit_discard()}
        onConfirm={leave}
        cancel={m.spot_edit_go_on()}
      >
        {m.spot_edit_discard_text()}
      </ConfirmDialog>
    </Sheet>
  )
}
