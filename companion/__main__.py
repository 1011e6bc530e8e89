"""Let `python -m companion` be the same as `marshal`."""

from companion.cli import main

if __name__ == "__main__":
    main()
