import { useEffect, useState } from 'react';

/** Before this a wait needs no number. */
const SHORT_SECONDS = 2;

/** How long something that is shown has been waited for; null while that is hardly anything. */
export function useSeconds(): number | null {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - begun) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds < SHORT_SECONDS ? null : seconds;
}
