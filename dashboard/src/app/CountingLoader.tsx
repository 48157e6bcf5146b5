import { Loader, type MantineLoaderComponent } from '@mantine/core';
import { useSeconds } from '../shared/ui/use-seconds.js';

const Oval = Loader.defaultLoaders.oval!;

/** A spinner, and soon the seconds instead. Buttons show it too while they are loading. */
export const CountingLoader: MantineLoaderComponent = ({ role, 'aria-label': label, ...props }) => {
  const seconds = useSeconds();
  if (seconds === null) return <Oval role={role} aria-label={label} {...props} />;
  return (
    <span role={role} aria-label={label} className="seconds">
      {seconds} s
    </span>
  );
};
