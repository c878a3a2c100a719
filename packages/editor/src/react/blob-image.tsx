import { type ComponentProps, useEffect, useRef } from 'react';

/** A picture that is in memory alone. Its address is given back when it is no longer shown. */
export function BlobImage({ blob, ...props }: ComponentProps<'img'> & { blob: Blob }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return <img ref={image} alt="" decoding="async" {...props} />;
}
