import { type ComponentProps, useEffect, useRef } from 'react';

/** `<img>` of a blob. Its object URL is revoked when the element is unmounted or the blob changes. */
export function BlobImage({ blob, ...props }: ComponentProps<'img'> & { blob: Blob }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return <img ref={image} alt="" decoding="async" {...props} />;
}
