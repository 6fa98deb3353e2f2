using log4net.Core;
using log4net.Util;
using IOFile = System.IO.File;

namespace log4net.Appender;

// what happens to files when the appender starts and when it rolls
public partial class RollingFileAppender
{
    /// <summary>Otherwise files get their date only when they are rolled.</summary>
    private bool NamesAreDated => !StaticLogFileName && RollsByDate;

    /// <summary>The name that backup numbers are inserted into.</summary>
    private string UnnumberedPath => NamesAreDated ? _naming.Dated(_basePath, _stamp) : _basePath;

    public void InitializeRollBackups(string baseFile, IList<string> arrayFiles)
    {
        if (MaxSizeRollBackups != 0)
        {
            int limit = CountDirection < 0 && MaxSizeRollBackups > 0 ? MaxSizeRollBackups : int.MaxValue;
            CurrentSizeRollBackups = Math.Max(CurrentSizeRollBackups, _naming.HighestNumber(baseFile, NamesAreDated ? _stamp : null, arrayFiles, limit));
        }
    }

    protected void DeleteFile(string fileName)
    {
        if (!FileExists(fileName))
        {
            return;
        }
        try
        {
            using (SecurityContext?.Impersonate(this))
            {
                // a file that someone holds open can often be renamed when it cannot be deleted, and then its name is free
                string doomed = $"{fileName}.{Guid.NewGuid():N}.DeletePending";
                IOFile.Move(fileName, doomed);
                IOFile.Delete(doomed);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            LogLog.Warn(typeof(RollingFileAppender), $"Appender [{Name}] could not delete the old file [{fileName}] altogether.", e);
        }
    }

    protected void ExistingInit()
    {
        string path = UnnumberedPath;
        InitializeRollBackups(Path.GetFileName(_basePath), GetExistingFiles(path));
        if (StaticLogFileName && RollsByDate && DatePattern is { } pattern && FileExists(path))
        {
            DateTime written = _eventTime.Kind == DateTimeKind.Utc ? IOFile.GetLastWriteTimeUtc(path) : IOFile.GetLastWriteTime(path);
            _stamp = RollPeriod.Stamp(written, pattern);
            RollOverTime(false);
        }
        string next = GetNextOutputFileName(_basePath);
        if (AppendToFile || !FileExists(next))
        {
            return;
        }
        if (next == path)
        {
            RollOverRenameFiles(path);
        }
        else if (MaxSizeRollBackups != 0)
        {
            LogLog.Error(typeof(RollingFileAppender), $"Appender [{Name}] starts its newest file [{next}] anew and loses what is in it.");
        }
    }

    protected bool FileExists(string path)
    {
        using (SecurityContext?.Impersonate(this))
        {
            return IOFile.Exists(path);
        }
    }

    protected List<string> GetExistingFiles(string baseFilePath)
    {
        using (SecurityContext?.Impersonate(this))
        {
            return _naming.FindRelated(Path.GetFullPath(baseFilePath));
        }
    }

    protected string GetNextOutputFileName(string fileName)
    {
        string path = fileName.Trim();
        if (StaticLogFileName)
        {
            return path;
        }
        if (RollsByDate)
        {
            path = _naming.Dated(path, _stamp);
        }
        return CountDirection < 0 ? path : _naming.Numbered(path, CurrentSizeRollBackups);
    }

    protected void RollFile(string fromFile, string toFile)
    {
        if (!FileExists(fromFile))
        {
            LogLog.Warn(typeof(RollingFileAppender), $"Appender [{Name}] found no file [{fromFile}] to roll to [{toFile}].");
            return;
        }
        DeleteFile(toFile);
        Containment.Run(
            () =>
            {
                using (SecurityContext?.Impersonate(this))
                {
                    IOFile.Move(fromFile, toFile);
                }
            },
            e => ErrorHandler.Error($"Appender [{Name}] could not roll the file [{fromFile}] to [{toFile}].", e, ErrorCode.GenericFailure));
    }

    /// <summary>Makes room for a new file of the same period, by renaming or, where the open file has the highest number, by counting.</summary>
    protected virtual void RollOverRenameFiles(string baseFileName)
    {
        switch ((MaxSizeRollBackups, CountDirection))
        {
            case (0, _) when StaticLogFileName || CountDirection < 0:
                // nothing is kept: the file is simply started anew
                break;

            case (_, < 0):
                ShiftUp(baseFileName);
                break;

            default:
                CurrentSizeRollBackups++;
                int newestBackup = CurrentSizeRollBackups;
                if (StaticLogFileName)
                {
                    RollFile(baseFileName, _naming.Numbered(baseFileName, newestBackup));
                }
                else
                {
                    // the new number is that of the file opened next
                    newestBackup--;
                }
                if (MaxSizeRollBackups > 0)
                {
                    DeleteFile(_naming.Numbered(baseFileName, newestBackup - MaxSizeRollBackups));
                }
                break;
        }
    }

    protected void RollOverSize()
    {
        CloseFile();
        RollOverRenameFiles(UnnumberedPath);
        SafeOpenFile(_basePath, false);
    }

    protected void RollOverTime(bool fileIsOpen)
    {
        string ended = _stamp;
        _stamp = RollPeriod.Stamp(_eventTime, DatePattern!);
        if (_stamp == ended)
        {
            return;
        }
        if (fileIsOpen)
        {
            CloseFile();
        }
        if (StaticLogFileName)
        {
            string dated = _naming.Dated(_basePath, ended);
            for (int number = 1; number <= CurrentSizeRollBackups; number++)
            {
                RollFile(_naming.Numbered(_basePath, number), _naming.Numbered(dated, number));
            }
            RollFile(_basePath, dated);
        }
        CurrentSizeRollBackups = 0;
        if (fileIsOpen)
        {
            // anew, even if the file could not be renamed away
            SafeOpenFile(_basePath, false);
        }
    }

    /// <summary>Number 1 is the newest backup: every other moves up by one, and the one above the limit goes.</summary>
    private void ShiftUp(string baseFileName)
    {
        int kept = CurrentSizeRollBackups;
        if (MaxSizeRollBackups > 0 && kept >= MaxSizeRollBackups)
        {
            DeleteFile(_naming.Numbered(baseFileName, MaxSizeRollBackups));
            kept = MaxSizeRollBackups - 1;
        }
        for (int number = kept; number > 0; number--)
        {
            RollFile(_naming.Numbered(baseFileName, number), _naming.Numbered(baseFileName, number + 1));
        }
        RollFile(baseFileName, _naming.Numbered(baseFileName, 1));
        CurrentSizeRollBackups = kept + 1;
    }
}
