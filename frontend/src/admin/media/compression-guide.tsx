import { Dialog } from '../../ui/dialog';

type CompressionGuideProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** How to make a video small enough to upload, with free tools. */
export function CompressionGuide({ open, onOpenChange }: CompressionGuideProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Video Compression Guide"
      description="A smaller video uploads faster and plays sooner on a phone. These settings look good on the site."
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        <dt className="text-ink-2">Height</dt>
        <dd className="font-semibold">720 pixels, the width follows</dd>
        <dt className="text-ink-2">Video bitrate</dt>
        <dd className="font-semibold">2.5M</dd>
        <dt className="text-ink-2">Audio bitrate</dt>
        <dd className="font-semibold">128k</dd>
      </dl>
      <div className="grid gap-2 text-sm">
        <p>With FFmpeg, in a terminal:</p>
        <pre className="overflow-x-auto rounded-md bg-sunk p-3 font-mono text-xs leading-relaxed whitespace-pre-wrap">
          <code>ffmpeg -i input.mov -vf scale=-2:720 -b:v 2.5M -b:a 128k output.mp4</code>
        </pre>
        <p className="text-ink-2">
          With HandBrake: choose the preset “Fast 720p30”, set the average bitrate to 2500 kbps, and export as MP4.
        </p>
      </div>
    </Dialog>
  );
}
